import { lazyPart } from '../../../lib/browser/lazy-part.ts'

/** Fetched when a row is opened: the list is there before. */
export const RowDetail = lazyPart(async () => (await import('./row-detail.tsx')).RowDetail)
