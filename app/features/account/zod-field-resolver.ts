import type { FieldValues, Resolver } from 'react-hook-form'
import type { AccountProblem } from '../../../contracts/account.ts'
import { fieldResolver } from '../../ui/zod-field-resolver.ts'
import { problemText } from './account-errors.ts'

/** The resolver of the account forms, with their sentences. */
export function zodFieldResolver<Values extends FieldValues>(
	schema: Parameters<typeof fieldResolver<Values>>[0],
): Resolver<Values> {
	return fieldResolver(schema, (problem) => problemText(problem as AccountProblem))
}
