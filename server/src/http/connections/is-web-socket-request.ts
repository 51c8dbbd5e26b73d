import type { IncomingHttpHeaders } from 'node:http'

/** Whether a client wants to go on with WebSocket frames after this request. */
export const isWebSocketRequest = ({ upgrade }: IncomingHttpHeaders): boolean => upgrade?.toLowerCase() === 'websocket'
