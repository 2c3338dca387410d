export {guardedFetch} from './guarded-fetch.js';
export {HttpTransport} from './http-transport.js';
