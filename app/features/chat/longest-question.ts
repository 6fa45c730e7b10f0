/** Characters. Kept here too because the contract's module would bring the whole schema library into the page. */
export const longestQuestion = 2000
