/** One measured value. `promise` is the largest value that the product promises, `least` the smallest. */
export type Figure = { name: string; value: number; unit: string; promise?: number; least?: number; note?: string }
