/** Pages for visitors. The sign-in page is first: a browser counts the fonts that it has, needed or not. */
export const publicPaths = [
  '/login',
  '/',
  '/about',
  '/pricing',
  '/register',
  '/reset',
  '/user/reset?email=a@b.cn&token=x',
]

/** Pages of the console, and the tabs that have code of their own. */
export const consolePaths = [
  '/token',
  '/task',
  '/midjourney',
  '/playground',
  '/chat',
  '/chat/2',
  '/connect',
  '/channel',
  '/channel?tag_mode=true',
  '/channel/add',
  '/detail',
  '/log',
  '/redemption',
  '/topup',
  '/topup?view=records',
  '/topup?view=rebates',
  '/orders',
  '/orders?tab=callbacks',
  '/user',
  '/user/add',
  '/setting',
  '/setting?tab=operation',
  '/setting?tab=system',
  '/setting?tab=other',
]
