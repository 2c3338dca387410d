import {configModule} from '../../src/config-module.js';

/** Provider `github`: GitHub's REST API, which is configs/github.json and nothing more (R12). */
export const GitHubModuleDefinition = configModule({
  name: 'github',
  definition: 'GitHubModuleDefinition',
  config: 'github',
});
export type GitHubModuleDefinition = typeof GitHubModuleDefinition;

export {GitHubModuleDefinition as GitHubModule};
export {RateLimiter, githubRateLimit} from './rate-limiter.js';
export type {RateLimit} from './rate-limiter.js';
