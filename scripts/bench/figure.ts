/** One measured value; `promise` is the largest value that the product promises. */
export type Figure = { name: string; value: number; unit: string; promise?: number }
