/** What the words ask to be looked up, for vendors that search on their own: `search the web for …`. */
export const searchedFor = (prompt: string): string | undefined => /\bsearch the web for ([^.?!\n]+)/.exec(prompt)?.[1]

/** The one page every search finds. */
export const foundPage = { url: 'https://example.com/found', title: 'A page about it' }
