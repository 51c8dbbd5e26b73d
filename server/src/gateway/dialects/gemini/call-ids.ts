/** Which call a result belongs to. Gemini's clients may leave ids out: then the order of the conversation tells. */
export type CallIds = {
  call(id: string | undefined, name: string, place: string): string
  result(id: string | undefined, name: string, place: string): string
}

export function createCallIds(): CallIds {
  const open: { id: string; name: string }[] = []
  return {
    call(id, name, place) {
      const known = { id: id ?? `call_${place}`, name }
      open.push(known)
      return known.id
    },
    result(id, name, place) {
      const byId = id === undefined ? -1 : open.findIndex((each) => each.id === id)
      if (byId === -1 && id !== undefined) return id
      const byName = open.findIndex((each) => each.name === name)
      const at = byId !== -1 ? byId : byName !== -1 ? byName : 0
      const [answered] = open.splice(at, 1)
      return answered?.id ?? `call_${place}`
    },
  }
}
