// What the guide's search looks through, as one file that the build leaves beside the pages.
import { guideBook } from 'virtual:guide-book'

export const loader = () => Response.json(guideBook.search)
