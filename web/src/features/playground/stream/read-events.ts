/** Cuts a stream of server-sent events into the data of its events, wherever the chunks break. */
export function eventReader(): (text: string) => string[] {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart())
  }
}
