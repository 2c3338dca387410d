import {noop, toolCall} from '../lib/noop-tool.mjs';

export const prepare = () => toolCall({call: noop, validates: false});
