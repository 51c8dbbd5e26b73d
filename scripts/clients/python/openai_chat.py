import json

from cells import call, city, expect, key, run, url, words
from openai import OpenAI

client = OpenAI(api_key=key, base_url=f"{url}/v1", max_retries=0)
tools = [{"type": "function", "function": {"name": "weather", "description": "The weather", "parameters": city}}]


def user(text):
    return [{"role": "user", "content": text}]


def ask_whole(upstream, messages, **more):
    return client.chat.completions.create(model=upstream["model"], messages=messages, **more).choices[0].message


def ask_streamed(upstream, messages, **more):
    """The SDK's helper joins the deltas; it fails on lists whose entries it cannot join."""
    with client.chat.completions.stream(model=upstream["model"], messages=messages, **more) as stream:
        for _ in stream:
            pass
        return stream.get_final_completion().choices[0].message


def whole(upstream):
    message = ask_whole(upstream, user(words))
    expect(message.content == words, message.content)


def stream(upstream):
    message = ask_streamed(upstream, user(words))
    expect(message.content == words, message.content)
    if upstream["thinks"]:
        message = ask_streamed(upstream, user("think twice"), reasoning_effort="low")
        expect(message.content == "think twice", message.content)
    if upstream["searches"]:
        message = ask_streamed(upstream, user("search the web for roads"), web_search_options={})
        expect(message.content, "no text")


def with_tools(upstream):
    for ask in (ask_whole, ask_streamed):
        messages = user(call)
        message = ask(upstream, messages, tools=tools)
        expect(json.loads(message.tool_calls[0].function.arguments) == {"city": "Oslo"}, message)
        called = [{"id": each.id, "type": "function", "function": {"name": each.function.name, "arguments": each.function.arguments}} for each in message.tool_calls]
        result = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "four degrees"}
        messages += [{"role": "assistant", "content": message.content, "tool_calls": called}, result]
        expect("four degrees" in ask(upstream, messages, tools=tools).content, "the result was not understood")


run("chat", whole=whole, stream=stream, tools=with_tools)
