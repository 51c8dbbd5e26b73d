/** User names are compared by this key: case and the Unicode form of accented letters do not distinguish users. */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

export const normalEmail = (email: string): string => email.trim().toLowerCase()
