import {defineTool} from '../../../src/sdk.js';
import {dbCursor} from '../handles.js';
import type {DatabaseModule} from './shared.js';

export const closeCursor = defineTool({
  name: 'closeCursor',
  description: 'Close a cursor before its end, or after it; a transaction of its own ends with it.',
  category: 'database',
  resource: 'cursor',
  tags: ['cursor', 'close', 'end'],
  input: {cursor: {handle: dbCursor, required: true, description: 'Cursor handle from db.openCursor'}},
  output: {closed: {type: 'boolean', required: true, description: 'Always true'}},
  errors: {},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['db.openCursor'],
  },
  positional: ['cursor'],
  securityTier: 0,
  examples: [
    {
      description: 'Close a cursor',
      input: {cursor: '$opened'},
      output: {closed: true},
      setup: {steps: [{tool: 'openCursor', input: {sql: 'select 1 as one'}, as: 'opened'}]},
    },
  ],
  async run(_module: DatabaseModule, {cursor}, call) {
    const handle = call.handles.of(cursor);
    if (handle) await call.handles.release(handle);
    else await cursor.close();
    return {closed: true};
  },
});
