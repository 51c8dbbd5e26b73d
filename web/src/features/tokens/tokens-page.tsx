export const TokensPage = () => null
