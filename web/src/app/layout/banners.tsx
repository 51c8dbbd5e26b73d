/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  return <></>
}
