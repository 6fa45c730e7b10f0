// The tables the browser uses, as the database client wants them described.
export type ProfileRow = {
	id: string
	email: string | null
	first_name: string | null
	last_name: string | null
	phone_number: string | null
	plan: 'FREE' | 'UNLIMITED'
	preferred_language: string
	voice_id: string | null
}

export type SavedChatRow = {
	id: string
	user_id: string
	title: string
	content: string
	is_favorite: boolean
	created_at: string
}

/** Sent by anybody, read by the operator alone. */
export type MessageRow = { first_name: string; last_name: string; email: string; message: string }

type Table<Row, Insert, Update> = { Row: Row; Insert: Insert; Update: Update; Relationships: [] }

export type Tables = {
	public: {
		Tables: {
			profiles: Table<
				ProfileRow,
				Pick<ProfileRow, 'id' | 'email' | 'first_name' | 'last_name' | 'plan'>,
				Partial<Pick<ProfileRow, 'first_name' | 'last_name' | 'email' | 'phone_number'>>
			>
			saved_chats: Table<
				SavedChatRow,
				Pick<SavedChatRow, 'user_id' | 'title' | 'content'>,
				Pick<SavedChatRow, 'is_favorite'>
			>
			user_feedback: Table<MessageRow, MessageRow, never>
		}
		Views: Record<never, never>
		Functions: Record<never, never>
	}
}
