/** The page of a model. Names contain slashes, so the name is a parameter. */
export const modelPath = (name: string): string => `/model?name=${encodeURIComponent(name)}`
