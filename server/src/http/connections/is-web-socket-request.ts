import type { IncomingHttpHeaders } from 'node:http'

/** Whether a request is for an upgrade to WebSocket. */
export const isWebSocketRequest = ({ upgrade }: IncomingHttpHeaders): boolean => upgrade?.toLowerCase() === 'websocket'
