const day = 86_400

/** Whichever comes first ends a session. */
export const sessionLife = { idleSeconds: 7 * day, absoluteSeconds: 30 * day }
