import { describe, expect, it } from 'vitest'
import { namesHidden, redact } from './redact.ts'

describe('what says who somebody is', () => {
	it.each([
		['mi correo es rosa.perez+1@gmail.com ayuda', 'mi correo es [correo] ayuda'],
		['escríbeme a rosa punto perez arroba gmail punto com', 'escríbeme a [correo]'],
		['ROSA@EJEMPLO.COM.MX', '[correo]'],
		['rosa@ｅxample.org', '[correo]'],
		['ro\u200bsa@exa\u200bmple.org', '[correo]'],
		['llámame al (305) 555-0100 hoy', 'llámame al [teléfono] hoy'],
		['305-555-0100, 305.555.0100 o 3055550100', '[teléfono], [teléfono] o [teléfono]'],
		['mi cel es +1 305 555 0100', 'mi cel es [teléfono]'],
		['en México +52 55 1234 5678', 'en México [teléfono]'],
		['marca al 555-0100', 'marca al [teléfono]'],
		['es el 3 0 5 5 5 5 0 1 0 0', 'es el [teléfono]'],
		['es tres cero cinco cinco cinco cinco cero uno cero cero', 'es [teléfono]'],
		['３０５-５５５-０１００', '[teléfono]'],
		['mi número A es A099888777', 'mi número A es [número]'],
		['A# 099-888-777 y a 099 888 777', '[número] y [número]'],
		['recibo IOE0912345678', 'recibo [número]'],
		['WAC-21-123-45678 no avanza', '[número] no avanza'],
		['mi seguro 123-45-6789', 'mi seguro [número]'],
		['mi seguro es 123456789', 'mi seguro es [número]'],
		['pasaporte G12345678', 'pasaporte [número]'],
		['CURP PEGR900512MDFRRS09', 'CURP [número]'],
		['tarjeta 4111 1111 1111 1111', 'tarjeta [número]'],
		['vivo en 123 Main St, Miami', 'vivo en [dirección], Miami'],
		['nací el 12/05/1990 en Puebla', 'nací el [fecha de nacimiento] en 1990 en Puebla'],
		['fecha de nacimiento: 12 de mayo de 1990', 'fecha de nacimiento: [fecha de nacimiento] en 1990'],
		['I was born May 12, 1990', 'I was born [fecha de nacimiento] en 1990'],
		['nació el 5 de junio', 'nació el [fecha de nacimiento]'],
		['Me llamo Rosa Pérez y tengo DACA', 'Me llamo [nombre] y tengo DACA'],
		['me llamo rosa perez y tengo daca', 'me llamo [nombre] y tengo daca'],
		['hola, mi nombre es María de la Cruz, quiero papeles', 'hola, mi nombre es [nombre], quiero papeles'],
		['my name is John Smith and I need help', 'my name is [nombre] and I need help'],
		['Soy Juan López y entré en 2010', 'Soy [nombre] y entré en 2010'],
		['mi esposo Pedro Ramírez está detenido', 'mi esposo [nombre] está detenido'],
		['mi hija se llama Lupita', 'mi hija se llama [nombre]'],
		['el Sr. Gómez me cobró', 'el Sr. [nombre] me cobró'],
	])('%s', (text, redacted) => {
		expect(redact(text)).toBe(redacted)
	})

	it('is hidden when it is the account’s own, however it is written', () => {
		const own = ['José Ñáñez', 'jose@example.org', '+13055550100']
		expect(redact('habla jose nañez, JOSÉ, otra vez', own)).toBe('habla [nombre] [nombre], [nombre], otra vez')
		expect(redact('el josefino no', own)).toBe('el josefino no')
	})

	it('is told apart as hidden', () => {
		expect(namesHidden(redact('me llamo Ana'))).toBe(true)
		expect(namesHidden('Junta tus papeles [los dos].')).toBe(false)
	})
})

describe('what a case turns on stays', () => {
	it.each([
		'entré el 12 de mayo de 2005 por Tijuana y mi hijo nació en 2010',
		'tengo 25 años y llevo 10 aquí',
		'mandé el I-485 y el I-130 en 2019, 2020 y 2021',
		'2019 2020 2021',
		'pagué $1,440 y me faltan 500 dólares',
		'la regla 8 CFR 245.10 y la sección 212(a)(9)(B)',
		'mi corte es el 03/04/2027 a las 8:30',
		'soy ciudadana y mi esposo es residente',
		'Soy Mexicana y mi papá Es residente',
		'cómo se llama el formulario para DACA',
		'me dieron un parole de 1 año, C11, y el FS-240',
		'mi esposo y mi hija viven en Estados Unidos',
		'¿el 245(i) es para quien metió papeles antes del 30 de abril de 2001?',
	])('%s', (text) => {
		expect(redact(text)).toBe(text)
	})
})

it('a long and strange text takes no time', () => {
	const begun = performance.now()
	for (const text of [
		'1 '.repeat(1000),
		'a@'.repeat(1000),
		'me llamo '.repeat(250),
		'Aa '.repeat(700),
		'uno '.repeat(500),
	])
		redact(text, ['Rosa María de los Ángeles'])
	expect(performance.now() - begun).toBeLessThan(2000)
})
