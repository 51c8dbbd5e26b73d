/** The calls of the playground: the session's user pays for them instead of a key. */
export const playgroundPaths = {
  chat: '/pg/chat/completions',
  image: '/pg/images/generations',
  speech: '/pg/audio/speech',
  transcription: '/pg/audio/transcriptions',
} as const

/** Request header of administrators: the id of the one channel that may serve the call. */
export const pinHeader = 'X-Turnpike-Channel'

/**
 * Response header for administrators: the ids of the channels that were tried, in order; the last one served the call.
 */
export const routeHeader = 'X-Turnpike-Route'

/** The smallest and largest temperature of the settings, and the step between them. */
export const temperatureRange = { min: 0.1, max: 1, step: 0.1 } as const
