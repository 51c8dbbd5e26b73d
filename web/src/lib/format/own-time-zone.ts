export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
