/** Where the console begins: after a sign-in that came from nowhere else, and from the home page. */
export const consoleEntry = '/token'
