/** The console's first page: after a sign-in without a page to return to, and from the home page. */
export const consoleEntry = '/token'
/** The first steps, up to the first call; administrators begin there. */
export const firstStepsPath = '/start'
/** Where a sign-in goes on that needs a second factor. */
export const secondStepPath = '/login/second-step'
