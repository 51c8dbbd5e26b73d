const day = 86_400

/** A session ends at the earlier of the two. */
export const sessionLife = { idleSeconds: 7 * day, absoluteSeconds: 30 * day }
