from cells import call, city, expect, key, run, url, words
from google import genai
from google.genai import types

client = genai.Client(api_key=key, http_options=types.HttpOptions(base_url=url))
weather = types.FunctionDeclaration(name="weather", description="The weather", parameters_json_schema=city)
config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[weather])])


def whole(upstream):
    reply = client.models.generate_content(model=upstream["model"], contents=words)
    expect(reply.text == words, reply.text)


def stream(upstream):
    pieces = client.models.generate_content_stream(model=upstream["model"], contents=words)
    text = "".join(piece.text or "" for piece in pieces)
    expect(text == words, text)


def ask_whole(upstream, contents):
    return client.models.generate_content(model=upstream["model"], contents=contents, config=config).candidates[0].content.parts


def ask_streamed(upstream, contents):
    pieces = client.models.generate_content_stream(model=upstream["model"], contents=contents, config=config)
    return [part for piece in pieces for part in piece.candidates[0].content.parts or []]


def with_tools(upstream):
    for ask in (ask_whole, ask_streamed):
        contents = [types.Content(role="user", parts=[types.Part(text=call)])]
        parts = ask(upstream, contents)
        called = next(part.function_call for part in parts if part.function_call)
        expect(called.args == {"city": "Oslo"}, called)
        result = types.FunctionResponse(id=called.id, name=called.name, response={"result": "four degrees"})
        contents += [
            types.Content(role="model", parts=parts),
            types.Content(role="user", parts=[types.Part(function_response=result)]),
        ]
        text = "".join(part.text or "" for part in ask(upstream, contents))
        expect("four degrees" in text, "the result was not understood")


run("gemini", whole=whole, stream=stream, tools=with_tools)
