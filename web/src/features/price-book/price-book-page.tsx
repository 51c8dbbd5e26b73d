import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'

const PriceBookView = lazyPart(async () => (await import('./price-book-view.tsx')).PriceBookView)

/** The bundler may put code that a page imports into files of all pages. Few people open this page, so it is lazy. */
export const PriceBookPage = () => (
  <Suspense>
    <PriceBookView />
  </Suspense>
)
