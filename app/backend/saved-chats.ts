import { queryOptions } from '@tanstack/react-query'
import {
	readSavedChatContent,
	type SavedChatContent,
	savedChatContent,
	savedChatTitle,
} from '../../contracts/saved-chat.ts'
import { BackendError, backendError } from './errors.ts'
import { loadBackend } from './session.ts'
import type { SavedChatRow } from './tables.ts'

export type SavedChat = SavedChatContent & { id: string; isFavorite: boolean; createdAt: Date }

/** The server's cap on rows in one answer. */
const pageRows = 1000
const recentChats = 5

/** All of the person's saved chats, newest first. */
export const savedChatsQuery = (userId: string) =>
	queryOptions({ queryKey: ['saved-chats', userId], queryFn: () => listSavedChats(userId) })

async function listSavedChats(userId: string): Promise<SavedChat[]> {
	const { tables } = await loadBackend()
	const chats: SavedChat[] = []
	for (;;) {
		const { data, error, status } = await tables
			.from('saved_chats')
			.select('*')
			.eq('user_id', userId)
			.order('created_at', { ascending: false })
			.order('id')
			.range(chats.length, chats.length + pageRows - 1)
		if (error) throw backendError(error, status)
		chats.push(...data.map(savedChatOf))
		if (data.length < pageRows) return chats
	}
}

/** The few newest ones. */
export const recentChatsQuery = (userId: string) =>
	queryOptions({ queryKey: ['saved-chats', userId, 'recent'], queryFn: () => listRecentChats(userId) })

async function listRecentChats(userId: string): Promise<SavedChat[]> {
	const { tables } = await loadBackend()
	const { data, error, status } = await tables
		.from('saved_chats')
		.select('*')
		.eq('user_id', userId)
		.order('created_at', { ascending: false })
		.limit(recentChats)
	if (error) throw backendError(error, status)
	return data.map(savedChatOf)
}

export const savedChatQuery = (userId: string, id: string) =>
	queryOptions({ queryKey: ['saved-chats', userId, id], queryFn: () => readSavedChat(id) })

/** One saved chat of the person's own; null when there is none. */
async function readSavedChat(id: string): Promise<SavedChat | null> {
	const { tables } = await loadBackend()
	const { data, error, status } = await tables.from('saved_chats').select('*').eq('id', id).maybeSingle()
	if (error) throw backendError(error, status)
	return data && savedChatOf(data)
}

export async function saveChat(userId: string, content: SavedChatContent): Promise<SavedChat> {
	const { tables } = await loadBackend()
	const row = { user_id: userId, title: savedChatTitle(content.question), content: savedChatContent(content) }
	const { data, error, status } = await tables.from('saved_chats').insert(row).select('*').single()
	if (error) throw backendError(error, status)
	return savedChatOf(data)
}

export async function setFavorite(id: string, isFavorite: boolean): Promise<void> {
	const { tables } = await loadBackend()
	const { data, error, status } = await tables
		.from('saved_chats')
		.update({ is_favorite: isFavorite })
		.eq('id', id)
		.select('id')
	if (error) throw backendError(error, status)
	// Deleted elsewhere in the meantime.
	if (data.length === 0) throw new BackendError('not_found', 404)
}

export async function deleteSavedChat(id: string): Promise<void> {
	const { tables } = await loadBackend()
	const { error, status } = await tables.from('saved_chats').delete().eq('id', id)
	if (error) throw backendError(error, status)
}

function savedChatOf(row: SavedChatRow): SavedChat {
	return { id: row.id, isFavorite: row.is_favorite, createdAt: new Date(row.created_at), ...readSavedChatContent(row) }
}
