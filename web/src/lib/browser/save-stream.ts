/** The part of the File System Access API that we use; the DOM's types do not have it yet. */
type SavePicker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableStream> }>

const savePicker = (): SavePicker | undefined => (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Saves the body of a response as a file: straight to the disk where the browser can, else through memory. The file is
 * chosen before the request is sent, because browsers offer the choice only right after a click. False when the choice was
 * cancelled.
 */
export async function saveStream(name: string, open: () => Promise<Response>): Promise<boolean> {
  const pick = savePicker()
  if (!pick) {
    saveBlob(name, await (await open()).blob())
    return true
  }
  try {
    const file = await pick.call(window, { suggestedName: name })
    const response = await open()
    const target = await file.createWritable()
    if (response.body) await response.body.pipeTo(target)
    else await target.close()
    return true
  } catch (error) {
    if (isCancelled(error)) return false
    throw error
  }
}

/** Downloads a blob as a file. */
export function saveBlob(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
