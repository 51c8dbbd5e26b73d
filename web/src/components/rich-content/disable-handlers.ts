const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const handlersOrValues = /"[^"]*"|'[^']*'|(?<![\w\-=])on\w+(?=\s*=)/gi

/**
 * Renames event handlers inside tags. The sanitiser, not this, makes foreign HTML safe; but browsers report a handler
 * to the content policy as soon as they parse one, even into a document that never runs, and a report must mean that a
 * script really tried to run.
 */
export const disableHandlers = (html: string): string =>
  html.replace(tags, (tag) => tag.replace(handlersOrValues, (part) => (/^on/i.test(part) ? 'data-muted' : part)))
