/** Tells a worker that it is the one to log the link that sets the first password: a newer link ends the older one. */
export const announcesSetup = 'TURNPIKE_ANNOUNCES_SETUP'
