/** A key on its way from the page where it was pasted to the one that connects it. In memory only, and taken once. */
let held = ''

export function holdKey(key: string) {
  held = key
}

export function takeKey(): string {
  const key = held
  held = ''
  return key
}
