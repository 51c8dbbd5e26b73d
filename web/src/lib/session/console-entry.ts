/** The console's usual first page. */
export const usualEntry = '/token'
/** What an operator should know today; administrators may begin there. */
export const overviewPath = '/overview'
/** The first steps, up to the first call; administrators begin there. */
export const firstStepsPath = '/start'
/** Where a sign-in goes on that needs a second factor. */
export const secondStepPath = '/login/second-step'
