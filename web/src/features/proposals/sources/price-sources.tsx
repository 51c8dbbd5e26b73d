export const PriceSources = () => null
