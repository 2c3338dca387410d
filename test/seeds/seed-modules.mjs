// Seed 004, lines 368-765 and 1049-1084, as user code: plain JavaScript, as it stands there but for the import lines, and
// with the clients handed in where the seed would reach the network.
import {execFile} from 'node:child_process';
import fsPromises from 'node:fs/promises';
import {resolve} from 'node:path';
import {promisify} from 'node:util';
import {ModuleDefinition, ModuleInstance, Tool, ToolModule} from 'haft';

// 004:368
export const cloneTool = new Tool({
  name: 'clone',
  async execute(input) {
    const {directory = '.'} = input;
    // Return the opaque repository handle directly
    return {_id: 'repo_123', _repoHandle: true, path: directory};
  },
  getMetadata() {
    return {
      description: 'Clone a repository',
      input: {
        url: {type: 'string', required: true},
        directory: {type: 'string', default: '.'},
      },
      output: {
        success: {repository: 'string', path: 'string'},
        error: {codes: ['CLONE_FAILED']},
      },
    };
  },
});

// 004:400, example 1
export class FileSystemModuleDefinition extends ModuleDefinition {
  static async create(config) {
    const fs = await import('node:fs/promises');
    return new FileSystemModuleInstance(this, config, fs);
  }
}

class FileSystemModuleInstance extends ModuleInstance {
  constructor(definition, config, fs) {
    super(definition, config);
    this.fs = fs;
    this.basePath = config.basePath || process.cwd();
  }

  createTools() {
    // Direct method wrapping
    this.tools.readFile = new Tool({
      name: 'readFile',
      execute: async (input) => {
        const {path, encoding = 'utf8'} = input;
        const fullPath = this.resolvePath(path);
        const content = await this.fs.readFile(fullPath, encoding);
        return {content, path: fullPath, size: content.length};
      },
      getMetadata: () => ({
        description: 'Read file contents',
        input: {path: 'string', encoding: 'string?'},
        output: {content: 'string', path: 'string', size: 'number'},
      }),
    });

    this.tools.writeFile = new Tool({
      name: 'writeFile',
      execute: async (input) => {
        const {path, content, encoding = 'utf8'} = input;
        const fullPath = this.resolvePath(path);
        await this.fs.writeFile(fullPath, content, encoding);
        return {path: fullPath, size: content.length};
      },
      getMetadata: () => ({
        description: 'Write file contents',
        input: {path: 'string', content: 'string', encoding: 'string?'},
        output: {path: 'string', size: 'number'},
      }),
    });
  }

  resolvePath(relativePath) {
    return resolve(this.basePath, relativePath);
  }
}

// 004:459, example 2
export class HTTPModuleDefinition extends ModuleDefinition {
  static async create(config) {
    const {default: axios} = await import('axios');
    return new HTTPModuleInstance(this, config, axios);
  }
}

class HTTPModuleInstance extends ModuleInstance {
  constructor(definition, config, axios) {
    super(definition, config);

    // Create configured axios instance
    this.client = axios.create({
      baseURL: config.baseURL,
      timeout: config.timeout || 30000,
      headers: config.defaultHeaders || {},
    });

    // Add interceptors
    this.setupInterceptors();
  }

  createTools() {
    this.tools.get = new Tool({
      name: 'get',
      execute: async (input) => {
        const {url, params, headers} = input;
        const response = await this.client.get(url, {params, headers});
        return {
          data: response.data,
          status: response.status,
          headers: response.headers,
        };
      },
      getMetadata: () => ({
        description: 'HTTP GET request',
        input: {url: 'string', params: 'object?', headers: 'object?'},
        output: {data: 'any', status: 'number', headers: 'object'},
      }),
    });
  }

  setupInterceptors() {
    // Add auth token if available
    this.client.interceptors.request.use((config) => {
      if (this.config.authToken) {
        config.headers.Authorization = `Bearer ${this.config.authToken}`;
      }
      return config;
    });
  }
}

// 004:537, example 3
export class GitModuleDefinition extends ModuleDefinition {
  static async create(config) {
    return new GitModuleInstance(this, config, promisify(execFile));
  }
}

class GitModuleInstance extends ModuleInstance {
  constructor(definition, config, exec) {
    super(definition, config);
    this.exec = exec;
    this.gitPath = config.gitPath || 'git';
    this.repositories = new Map(); // Track repository handles
  }

  createTools() {
    this.tools.clone = new Tool({
      name: 'clone',
      execute: async (input) => {
        const {url, directory = '.'} = input;
        await this.exec(this.gitPath, ['clone', url, directory]);

        // Create opaque repository handle
        const repoHandle = {
          _id: `repo_${Date.now()}`,
          _type: 'git_repository',
          path: resolve(directory),
          url: url,
        };

        this.repositories.set(repoHandle._id, repoHandle);
        return repoHandle;
      },
      getMetadata: () => ({
        description: 'Clone a git repository',
        input: {url: 'string', directory: 'string?'},
        output: 'repository_handle',
      }),
    });

    this.tools.commit = new Tool({
      name: 'commit',
      execute: async (input) => {
        const {repository, message, author} = input;
        if (!repository || !repository._id) {
          throw new Error('Valid repository handle required');
        }

        const repoInfo = this.repositories.get(repository._id);
        if (!repoInfo) {
          throw new Error('Repository handle not found');
        }

        const args = ['commit', '-m', message];
        if (author) args.push('--author', author);

        await this.exec(this.gitPath, args, {cwd: repoInfo.path});

        // Get commit hash
        const {stdout} = await this.exec(this.gitPath, ['rev-parse', 'HEAD'], {cwd: repoInfo.path});

        return {
          hash: stdout.trim(),
          message,
          timestamp: Date.now(),
        };
      },
      getMetadata: () => ({
        description: 'Commit changes to repository',
        input: {repository: 'repository_handle', message: 'string', author: 'string?'},
        output: {hash: 'string', message: 'string', timestamp: 'number'},
      }),
    });
  }
}

// 004:623, example 4
export class GitHubModuleDefinition extends ModuleDefinition {
  static async create(config) {
    return new GitHubModuleInstance(this, config);
  }
}

class GitHubModuleInstance extends ModuleInstance {
  constructor(definition, config) {
    super(definition, config);
    this.client = config.client;
    this.rateLimiter = config.rateLimiter;
  }

  createTools() {
    this.tools.getRepository = new Tool({
      name: 'getRepository',
      execute: async (input) => {
        const {owner, repo} = input;
        await this.rateLimiter.wait();

        const response = await this.client.get(`/repos/${owner}/${repo}`);

        // Return repository handle with API context
        return {
          _id: `github_repo_${owner}_${repo}`,
          _type: 'github_repository',
          owner,
          name: repo,
          fullName: response.data.full_name,
          apiData: response.data,
        };
      },
      getMetadata: () => ({
        description: 'Get GitHub repository information',
        input: {owner: 'string', repo: 'string'},
        output: 'github_repository_handle',
      }),
    });

    this.tools.createIssue = new Tool({
      name: 'createIssue',
      execute: async (input) => {
        const {repository, title, body, labels} = input;
        await this.rateLimiter.wait();

        const response = await this.client.post(`/repos/${repository.owner}/${repository.name}/issues`, {
          title,
          body,
          labels,
        });

        return {
          number: response.data.number,
          url: response.data.html_url,
          title: response.data.title,
        };
      },
      getMetadata: () => ({
        description: 'Create GitHub issue',
        input: {
          repository: 'github_repository_handle',
          title: 'string',
          body: 'string?',
          labels: 'string[]?',
        },
        output: {number: 'number', url: 'string', title: 'string'},
      }),
    });
  }
}

// 004:710, example 5
export class MCPModuleDefinition extends ModuleDefinition {
  static async create(config) {
    return new MCPModuleInstance(this, config, config.MCPClient);
  }
}

class MCPModuleInstance extends ModuleInstance {
  constructor(definition, config, MCPClient) {
    super(definition, config);
    this.client = new MCPClient(config.serverConfig);
    this.toolCache = new Map();
  }

  async initialize() {
    await this.client.connect();

    // Get available tools from MCP server
    const mcpTools = await this.client.listTools();

    // Create wrapper tools for each MCP tool
    for (const mcpTool of mcpTools) {
      this.wrapMCPTool(mcpTool);
    }
  }

  wrapMCPTool(mcpTool) {
    this.tools[mcpTool.name] = new Tool({
      name: mcpTool.name,
      execute: async (input) => {
        // Bridge to MCP protocol
        const mcpResult = await this.client.callTool(mcpTool.name, input);

        // Transform MCP result to our format
        if (mcpResult.isError) {
          throw new Error(mcpResult.content);
        }

        return mcpResult.content;
      },
      getMetadata: () => ({
        description: mcpTool.description,
        input: mcpTool.inputSchema,
        output: 'varies',
        source: 'mcp_server',
      }),
    });
  }

  async cleanup() {
    if (this.client) {
      await this.client.disconnect();
    }
  }
}

// 004:1049
export class FileSystemModule extends ToolModule {
  getToolMethods() {
    return {
      readFile: {
        description: 'Read file contents',
        focusRequired: true,
        focusType: 'file',
        parameters: {
          encoding: {type: 'string', default: 'utf8'},
        },
        examples: [{params: {encoding: 'utf8'}, result: 'file contents...'}],
      },
      writeFile: {
        description: 'Write content to file',
        focusRequired: true,
        focusType: 'file',
        parameters: {
          content: {type: 'string', required: true},
          encoding: {type: 'string', default: 'utf8'},
        },
      },
    };
  }

  async readFile(params = {}) {
    const {encoding = 'utf8'} = params;
    return await fsPromises.readFile(this.focus.path, encoding);
  }

  async writeFile(params) {
    const {content, encoding = 'utf8'} = params;
    await fsPromises.writeFile(this.focus.path, content, encoding);
  }
}
