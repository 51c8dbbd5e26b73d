/** How names are compared: "Lin" and "lin" are one person, and so are two ways to write the same accented letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

export const normalEmail = (email: string): string => email.trim().toLowerCase()
