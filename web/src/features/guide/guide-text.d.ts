/** Every paragraph of the handbook in one language; `guide-plugin.ts` makes it when the app is built. */
declare module 'virtual:guide-text/*' {
  export const paragraphs: readonly import('./search-guide.ts').GuideParagraph[]
}
