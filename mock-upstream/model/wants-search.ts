/** The web search in a prompt, for vendors with their own search: `search the web for …`. */
export const searchedFor = (prompt: string): string | undefined => /\bsearch the web for ([^.?!\n]+)/.exec(prompt)?.[1]

/** The page that every search finds. */
export const foundPage = { url: 'https://example.com/found', title: 'A page about it' }
