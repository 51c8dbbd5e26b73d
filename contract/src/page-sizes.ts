/** The page sizes to choose from; the first is the default. */
export const pageSizes = [10, 20, 50, 100] as const
export const pageSizeMax = Math.max(...pageSizes)
