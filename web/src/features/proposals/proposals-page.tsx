import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'

const ProposalsView = lazyPart(async () => (await import('./proposals-view.tsx')).ProposalsView)

/** The bundler may put code that a page imports into files of all pages. Few people open this page, so it is lazy. */
export const ProposalsPage = () => (
  <Suspense>
    <ProposalsView />
  </Suspense>
)
