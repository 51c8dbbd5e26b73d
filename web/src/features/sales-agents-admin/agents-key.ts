/** Every query about sales agents has a key under this one, so that a change of one loads them all again. */
export const agentsKey = 'sales agents'

export const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })
