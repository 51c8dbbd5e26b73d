export const UsersPage = () => null
