export const ModelProposals = () => null
