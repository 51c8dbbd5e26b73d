export const RedemptionsPage = () => null
