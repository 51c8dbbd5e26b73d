/** The letters on an avatar: two of a Latin name, one of a Chinese one. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const [first = '?', second] = words
  if (/^\p{Script=Han}/u.test(first)) return [...first][0] ?? first
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
