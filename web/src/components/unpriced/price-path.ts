/** The page that sets prices; models in use without a price come first there. */
export const pricesPath = '/setting?tab=operation&section=visual-pricing'

/** The same page with the drawer open in which the model gets its price. */
export const setPricePath = (model: string): string => `${pricesPath}&open=${encodeURIComponent(`new:${model}`)}`
