/** Safari blocks new windows that open after a request, so that its payments take over the tab. */
export const opensInSameTab = (userAgent: string) => userAgent.includes('Safari') && !userAgent.includes('Chrome')

/** Leaves for the provider's payment page: its form is posted, and without members the address alone is opened. */
export function openCheckout(url: string, members: Readonly<Record<string, string>>) {
  const target = opensInSameTab(navigator.userAgent) ? '_self' : '_blank'
  const opener = Object.keys(members).length > 0 ? formOf(url, members) : linkTo(url)
  opener.element.target = target
  opener.element.rel = 'noopener'
  opener.element.hidden = true
  document.body.append(opener.element)
  opener.open()
  opener.element.remove()
}

function formOf(url: string, members: Readonly<Record<string, string>>) {
  const element = document.createElement('form')
  element.method = 'post'
  element.action = url
  for (const [name, value] of Object.entries(members)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    element.append(input)
  }
  return { element, open: () => element.submit() }
}

function linkTo(url: string) {
  const element = document.createElement('a')
  element.href = url
  return { element, open: () => element.click() }
}
