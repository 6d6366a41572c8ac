"""The proof on the lights of an attempt: was each test seen red, for the right reason, before its code?"""
