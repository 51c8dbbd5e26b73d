import { lazyPart } from '../../lib/browser/lazy-part.ts'

/** The bundler may put code that a page imports into files of all pages. Few people open this page, so it is lazy. */
export const PriceBookPage = lazyPart(async () => (await import('./price-book-view.tsx')).PriceBookView)
