import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'

const PriceBookView = lazyPart(async () => (await import('./price-book-view.tsx')).PriceBookView)

/** What a page needs at once may come to lie in files of all pages. Few people open this one, so it is fetched apart. */
export const PriceBookPage = () => (
  <Suspense>
    <PriceBookView />
  </Suspense>
)
