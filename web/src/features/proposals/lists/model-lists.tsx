export const ModelLists = () => null
