/** Pages for visitors. The sign-in page is first: fonts that the browser has loaded count for every later page. */
export const publicPaths = [
  '/login',
  '/',
  '/setup',
  '/about',
  '/pricing',
  '/guide',
  '/guide/prices',
  '/register',
  '/reset',
  '/user/reset?email=a@b.cn&token=x',
  '/nowhere',
]

/** Pages of the console, and the tabs that have code of their own. */
export const consolePaths = [
  '/start',
  '/token',
  '/task',
  '/midjourney',
  '/playground',
  '/chat',
  '/chat/2',
  '/connect',
  '/agents',
  '/channel',
  '/channel?tag_mode=true',
  '/channel/add',
  '/detail',
  '/log',
  '/live',
  '/route',
  '/redemption',
  '/virtual-models',
  '/topup',
  '/topup?view=records',
  '/topup?view=rebates',
  '/price-book',
  '/orders',
  '/orders?tab=callbacks',
  '/user',
  '/user/add',
  '/setting',
  '/setting?tab=operation',
  '/setting?tab=system',
  '/setting?tab=system&section=config-file',
  '/setting?tab=other',
]

/** Pages of the console that need rows of the demo. */
export const rowPaths = ['/channel/edit/3', '/user/edit/2', '/channel?tag_mode=true&open=claude-pool']
