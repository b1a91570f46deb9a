export { createApi, type Send } from './api.ts';
export { answerMcpRequest } from './http.ts';
